/**
 * Why the site gave no answer to work with. `unreachable`: a connection refused or lost, the timeout,
 * a 5xx or an answer that cannot be read. `key`: it refuses the API key (401, 403). `pause`: it wants
 * fewer requests (429). `refusal`: any other refusal, by its code.
 */
export type SiteTrouble =
  | { kind: 'unreachable'; detail: string }
  | { kind: 'key'; code: string }
  | { kind: 'pause'; seconds: number | undefined }
  | { kind: 'refusal'; code: string; reason: string }
