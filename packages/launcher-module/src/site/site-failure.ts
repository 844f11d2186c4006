/**
 * `unreachable`: the connection failed, the request timed out, or the response is a 5xx or unreadable. `key`: the site
 * refused the API key. `pause`: the site limits requests (429). `refusal`: the site refused
 * for another reason (docs/launcher.md#failures).
 */
export type SiteFailure =
  | { kind: 'unreachable'; detail: string }
  | { kind: 'key'; code: string }
  | { kind: 'pause'; seconds: number | undefined }
  | { kind: 'refusal'; code: string; reason: string }
