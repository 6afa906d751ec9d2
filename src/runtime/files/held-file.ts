/** The port for the file that shows the hooks which files are reserved. */
export interface HeldFile {
  /** Draws what `render` gives, one writer at a time. */
  draw(render: () => Promise<string>): Promise<void>;
  /** The hooks find nothing. */
  ensureGone(): Promise<void>;
}
