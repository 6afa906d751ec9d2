import type { ServiceManager } from '../../domain/supervisor/service.ts';
import type { ServiceProgram } from './service.ts';

/** The first words of every file that Swarm writes here: nothing else is replaced or removed. */
export const SERVICE_MARK = 'Written by "swarm supervisor install"';

export const renderService = (manager: ServiceManager, program: ServiceProgram, name: string): string =>
  manager === 'systemd' ? renderUnit(program) : renderLaunchAgent(program, name);

/**
 * Ends with the supervisor alone: agents and their tmux server are its children for systemd, and must live on
 * when it is stopped.
 */
const renderUnit = ({ root, words, env }: ServiceProgram): string =>
  `${[
    `# ${SERVICE_MARK}; remove it with "swarm supervisor uninstall".`,
    '[Unit]',
    `Description=Swarm supervisor of ${plain(root)}`,
    '',
    '[Service]',
    'Type=exec',
    `WorkingDirectory=${plain(root)}`,
    ...Object.entries(env).map(([key, value]) => `Environment=${quoted(`${key}=${value}`)}`),
    `ExecStart=${words.map(quotedWord).join(' ')}`,
    'KillMode=process',
    'Restart=on-failure',
    'RestartSec=10',
    '',
    '[Install]',
    'WantedBy=default.target',
  ].join('\n')}\n`;

// A line feed would begin another setting; % begins a specifier of systemd.
const plain = (text: string): string => text.replace(/\p{Cc}/gu, ' ').replaceAll('%', '%%');
const quoted = (text: string): string => `"${plain(text).replace(/[\\"]/g, '\\$&')}"`;
/** In a command line, $ begins a variable as well. */
const quotedWord = (text: string): string => quoted(text).replaceAll('$', '$$$$');

const renderLaunchAgent = ({ root, words, env }: ServiceProgram, name: string): string =>
  `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- ${SERVICE_MARK}; remove it with "swarm supervisor uninstall". -->`,
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key><string>${xml(name)}</string>`,
    `  <key>WorkingDirectory</key><string>${xml(root)}</string>`,
    `  <key>ProgramArguments</key><array>${words.map(stringXml).join('')}</array>`,
    '  <key>EnvironmentVariables</key>',
    `  <dict>${Object.entries(env).map(pairXml).join('')}</dict>`,
    '  <key>RunAtLoad</key><true/>',
    '  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>',
    '  <key>AbandonProcessGroup</key><true/>',
    '</dict>',
    '</plist>',
  ].join('\n')}\n`;

const stringXml = (text: string): string => `<string>${xml(text)}</string>`;
const pairXml = ([key, value]: readonly [string, string]): string =>
  `<key>${xml(key)}</key>${stringXml(value)}`;

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xml = (text: string): string => text.replace(/[&<>]/g, (letter) => XML[letter] ?? letter);
