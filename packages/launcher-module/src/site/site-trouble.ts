/**
 * Why the site gave no usable answer (docs/launcher.md#failures). `unreachable`: the connection failed,
 * the request timed out, or the answer is a 5xx or unreadable. `key`: the site refuses the API key
 * (401, 403). `pause`: it wants fewer requests (429). `refusal`: any other refusal, by its code.
 */
export type SiteTrouble =
  | { kind: 'unreachable'; detail: string }
  | { kind: 'key'; code: string }
  | { kind: 'pause'; seconds: number | undefined }
  | { kind: 'refusal'; code: string; reason: string }
