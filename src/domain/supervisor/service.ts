/** What starts the supervisor of a project with the machine: the person's own service manager. */
export type ServiceManager = 'systemd' | 'launchd';

export type ServiceObservation = Readonly<{
  manager: ServiceManager;
  file: string;
  /**
   * `disabled`: it is written, and does not start with the machine. `foreign`: a file of that name that Swarm
   * has not written.
   */
  is: 'installed' | 'disabled' | 'absent' | 'foreign';
}>;
