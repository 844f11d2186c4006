/** Writes log lines to stderr, because stdout is for the handshake. go-plugin reads the level in brackets. */
export type Log = { info: (line: string) => void; warn: (line: string) => void }

export const stderrLog: Log = {
  info: (line) => void process.stderr.write(`[INFO] portal: ${line}\n`),
  warn: (line) => void process.stderr.write(`[WARN] portal: ${line}\n`),
}
