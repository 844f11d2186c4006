export type FormPart = { name: string; content: Buffer }

const MAX_PARTS = 16
const MAX_HEADERS_LENGTH = 4096

export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/**
 * Splits a form into its parts (RFC 7578; RFC 2046, section 5.1). Returns undefined if the form is truncated or has too
 * many parts or a part without a name.
 */
export function readMultipart(body: Buffer, boundary: string): FormPart[] | undefined {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: FormPart[] = []
  let at = startOf(body, delimiter)
  while (at !== undefined && parts.length <= MAX_PARTS) {
    if (body.toString('latin1', at, at + 2) === '--') return parts
    const headersEnd = body.subarray(at, at + MAX_HEADERS_LENGTH).indexOf('\r\n\r\n') + at
    const contentStart = headersEnd + 4
    const contentEnd = headersEnd < at ? -1 : body.indexOf(delimiter, contentStart)
    const name = nameIn(body.toString('utf8', at, Math.max(at, headersEnd)))
    if (contentEnd < 0 || name === undefined) return undefined
    parts.push({ name, content: body.subarray(contentStart, contentEnd) })
    at = contentEnd + delimiter.length
  }
  return undefined
}

function startOf(body: Buffer, delimiter: Buffer): number | undefined {
  const first = delimiter.subarray(2)
  if (body.subarray(0, first.length).equals(first)) return first.length
  const at = body.indexOf(delimiter)
  return at < 0 ? undefined : at + delimiter.length
}

function nameIn(headers: string): string | undefined {
  const [, disposition = ''] = /^content-disposition:\s*form-data\b(.*)$/im.exec(headers) ?? []
  const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? []
  return quoted ?? plain
}
