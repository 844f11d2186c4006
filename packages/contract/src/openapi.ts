import type { TObject } from 'typebox'
import { type Endpoint, IDEMPOTENCY_KEY, isByKey, refusalsOf, statusOf } from './endpoint.ts'
import { refusals } from './errors.ts'
import { dialects } from './protocols.ts'

/** Describes the rows as an OpenAPI 3.1 document. TypeBox schemas already are JSON Schema. */
export function openApiDocument(rows: readonly Endpoint[], site: { url: string; version: string }) {
  const paths: Record<string, Record<string, object>> = {}
  for (const row of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [row.method.toLowerCase()]: operation(row, row.name, success(row)),
      // Every GET also answers HEAD, but only clients of pictures use it often enough to document it.
      ...(row.produces?.startsWith('image/') && {
        head: operation(row, `${row.name}Head`, NO_CONTENT),
      }),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Portal',
      version: site.version,
      description: 'The account service of a Minecraft project, for players and launcher servers.',
    },
    servers: [{ url: site.url }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: 'portal_refresh' },
        launcherKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Api-Key`, a space and the key',
        },
      },
      schemas: {
        Refusal: refusalSchema,
        LauncherRefusal: launcherRefusalSchema,
        ...dialectSchemas,
      },
    },
  }
}

const refusalSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', enum: Object.keys(refusals) },
    message: {
      type: 'string',
      description: 'a sentence in the language of Accept-Language; absent with status 500',
    },
    fields: {
      type: 'array',
      description: 'with request.invalid: which fields are invalid, and why',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    retryAfter: { type: 'integer', description: 'seconds, with 429 and 503' },
    proofs: {
      type: 'array',
      description:
        'with auth.proofrequired and auth.2farequired: what would do; the parts of one list go together',
      items: { type: 'array', items: { type: 'string', enum: ['password', 'totp', 'passkey'] } },
    },
    requestId: { type: 'string', description: 'with 500: the id of this request in the log' },
  },
}

/** Launcher servers receive the code alone (docs/contract.md#launcher-servers-area-b). */
const launcherRefusalSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', enum: Object.keys(refusals) },
    reason: { type: 'string', description: 'with auth.userblocked: the reason for the ban' },
  },
}

const schemaName = (dialect: string) => `Refusal-${dialect}`

const dialectSchemas = Object.fromEntries(
  Object.entries(dialects).map(([name, { refusal }]) => [schemaName(name), refusal]),
)

function operation(row: Endpoint, operationId: string, done: object): object {
  const parameters = [
    ...(row.params ? parametersOf(row.params, 'path') : []),
    ...(row.query ? parametersOf(row.query, 'query') : []),
    ...(row.captcha ? [captchaHeader(row.captcha)] : []),
    ...(row.cookie ? [csrfHeader] : []),
    ...(row.once ? [onceHeader] : []),
  ]
  return {
    operationId,
    summary: row.summary,
    tags: [row.path.split('/')[1]],
    ...(row.caller !== 'anyone' && { security: [{ [schemeOf(row)]: [] }] }),
    ...(row.cookie && { security: [{}, { refreshCookie: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...((row.body || row.list || row.upload) && {
      requestBody: { required: !row.bodyOptional, content: bodyOf(row) },
    }),
    responses: {
      [row.status]: done,
      ...(row.orNothing && { 204: { description: 'nothing to tell' } }),
      ...(row.conditional && { 304: { description: 'unchanged (If-None-Match)' } }),
      ...refusalResponses(row),
    },
  }
}

function bodyOf(row: Endpoint): object {
  if (!row.upload) return { 'application/json': { schema: row.body ?? row.list } }
  const file = { type: 'string', format: 'binary', description: 'a picture' }
  const properties = { file, ...row.body?.properties }
  return { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties } } }
}

function schemeOf(row: Endpoint): string {
  return isByKey(row) ? 'launcherKey' : 'bearer'
}

const csrfHeader = {
  name: 'X-CSRF-Token',
  in: 'header',
  description: 'required with the refresh cookie: the value of the portal_csrf cookie',
  schema: { type: 'string' },
}

const onceHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'a new random text for each thing to make: repeated with it, the call is done once',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY },
}

function captchaHeader(action: string): object {
  return {
    name: 'captcha',
    in: 'header',
    description: `required if the site has captcha keys: a token for the action "${action}"`,
    schema: { type: 'string' },
  }
}

function parametersOf(schema: TObject, place: 'path' | 'query'): object[] {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }))
}

const NO_CONTENT = { description: 'done' }

function success(row: Endpoint): object {
  if (row.status === 204) return NO_CONTENT
  const mediaType = row.produces ?? 'application/json'
  return { description: 'done', content: { [mediaType]: { schema: row.reply } } }
}

function refusalSchemaOf(row: Endpoint): string {
  if (row.dialect) return schemaName(row.dialect)
  return isByKey(row) ? 'LauncherRefusal' : 'Refusal'
}

function refusalResponses(row: Endpoint): Record<string, object> {
  const schema = refusalSchemaOf(row)
  const byStatus = Map.groupBy(refusalsOf(row), (code) => statusOf(row, code))
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.join(', '),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
    ]),
  )
}
