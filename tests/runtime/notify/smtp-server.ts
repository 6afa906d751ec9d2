import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type Mail = Readonly<{ from: string; to: readonly string[]; text: string; login: string | null }>;
type Manners = Readonly<{
  /** Answers that differ from the usual: by the first word of the command. */
  answers?: Readonly<Record<string, string>>;
  /** Takes the line and never says a word. */
  isMute?: boolean;
}>;

/** `arrived`: the first mail is there. */
type Served = { port: number; mails: Mail[]; arrived: Promise<void> };

/** A mail server on loopback that speaks just enough SMTP, without encryption. */
export async function startSmtpServer(manners: Manners = {}): Promise<Served> {
  const mails: Mail[] = [];
  let onMail = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    onMail = resolve;
  });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const receive = (mail: Mail): void => {
      mails.push(mail);
      onMail();
    };
    if (!manners.isMute) converse(socket, manners, receive);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, mails, arrived };
}

const USUAL: Readonly<Record<string, string>> = {
  EHLO: '250-here\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  DATA: '354 go on',
  QUIT: '221 bye',
  STARTTLS: '502 not here',
};

function converse(socket: Socket, { answers = {} }: Manners, receive: (mail: Mail) => void): void {
  let mail = { from: '', to: [] as string[], text: '', login: null as string | null };
  let isBody = false;
  let rest = '';
  const say = (line: string) => void socket.write(`${line}\r\n`);
  say('220 here');
  socket.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (isBody && line !== '.') mail.text += `${line}\n`;
      else if (isBody) {
        isBody = false;
        receive(mail);
        mail = { from: '', to: [], text: '', login: mail.login };
        say('250 taken');
      } else command(line);
    }
  });
  const command = (line: string): void => {
    const word = line.split(' ')[0]?.toUpperCase() ?? '';
    const inside = /<(.*)>/.exec(line)?.[1] ?? '';
    if (word === 'MAIL') mail.from = inside;
    if (word === 'RCPT') mail.to.push(inside);
    if (word === 'AUTH') mail.login = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
    const answer = answers[word] ?? USUAL[word] ?? '250 well';
    isBody = answer.startsWith('354');
    say(answer);
  };
}
