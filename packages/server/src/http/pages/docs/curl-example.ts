import type { JsonSchema, Operation } from './api-document.ts'

type Call = { url: string; method: string; path: string; operation: Operation }

/** Returns a curl command for an endpoint, with its required fields and placeholders for their values. */
export function curlExample({ url, method, path, operation }: Call): string {
  const { parameters = [], security = [], requestBody } = operation
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${name.toUpperCase()}`)
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(name).toUpperCase())
  const address = `${url}${target}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(address)}`,
    ...headersOf(security),
    ...bodyOf(requestBody?.content ?? {}),
  ]
  return parts.join(' \\\n  ')
}

function headersOf(security: Record<string, unknown>[]): string[] {
  const names = security.flatMap((one) => Object.keys(one))
  if (names.includes('bearer')) return ['-H "Authorization: Bearer $TOKEN"']
  if (names.includes('launcherKey')) return ['-H "Authorization: Api-Key $KEY"']
  return []
}

function bodyOf(content: Record<string, { schema: JsonSchema }>): string[] {
  const json = content['application/json']
  if (json) {
    const data = quoted(JSON.stringify(exampleOf(json.schema)))
    return [`-H ${quoted('Content-Type: application/json')}`, `-d ${data}`]
  }
  return content['multipart/form-data'] ? ['-F file=@picture.png'] : []
}

/** Returns an example with the required fields of a schema. If none is required, the example has the first field. */
function exampleOf(schema: JsonSchema): unknown {
  const [first] = schema.anyOf ?? []
  if (first) return exampleOf(first)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.items) return [exampleOf(schema.items)]
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    const required = fields.filter(([name]) => schema.required?.includes(name))
    const shown = required.length > 0 ? required : fields.slice(0, 1)
    return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field)]))
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return schema.type === 'boolean' ? true : '…'
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
