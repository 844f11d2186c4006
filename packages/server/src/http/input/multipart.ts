/** One part of a form: the field it is for, and its bytes. */
export type FormPart = { name: string; content: Buffer }

const MOST_PARTS = 16
const LONGEST_HEADERS = 4096

/** Returns the boundary of a `multipart/form-data` body; undefined when its type names none. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/**
 * Splits a form into its parts (RFC 7578; RFC 2046, 5.1). Returns undefined when it is not a form: it
 * is cut off, a part has no name, or it has more parts than any of our forms.
 */
export function readMultipart(body: Buffer, boundary: string): FormPart[] | undefined {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: FormPart[] = []
  let at = startOf(body, delimiter)
  while (at !== undefined && parts.length <= MOST_PARTS) {
    if (body.toString('latin1', at, at + 2) === '--') return parts
    const headersEnd = body.subarray(at, at + LONGEST_HEADERS).indexOf('\r\n\r\n') + at
    const contentStart = headersEnd + 4
    const contentEnd = headersEnd < at ? -1 : body.indexOf(delimiter, contentStart)
    const name = nameIn(body.toString('utf8', at, Math.max(at, headersEnd)))
    if (contentEnd < 0 || name === undefined) return undefined
    parts.push({ name, content: body.subarray(contentStart, contentEnd) })
    at = contentEnd + delimiter.length
  }
  return undefined
}

/** Returns where the first part begins; the delimiter before it may be the first bytes of the body. */
function startOf(body: Buffer, delimiter: Buffer): number | undefined {
  const first = delimiter.subarray(2)
  if (body.subarray(0, first.length).equals(first)) return first.length
  const at = body.indexOf(delimiter)
  return at < 0 ? undefined : at + delimiter.length
}

/** Returns the name of the field in the headers of a part. */
function nameIn(headers: string): string | undefined {
  const [, disposition = ''] = /^content-disposition:\s*form-data\b(.*)$/im.exec(headers) ?? []
  const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? []
  return quoted ?? plain
}
