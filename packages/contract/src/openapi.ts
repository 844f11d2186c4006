import type { TObject } from 'typebox'
import { type Endpoint, IDEMPOTENCY_KEY, refusalsOf, statusOf, usesApiKey } from './endpoint.ts'
import { protocols } from './protocols.ts'
import { refusals } from './refusals.ts'

/** Describes the endpoints as an OpenAPI 3.1 document. TypeBox schemas already are JSON Schema. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  site: { url: string; version: string },
) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(endpoint, endpoint.name, success(endpoint)),
      // HEAD works wherever GET does, but is documented for pictures only, whose clients use it.
      ...(endpoint.produces?.startsWith('image/') && {
        head: operation(endpoint, `${endpoint.name}Head`, NO_CONTENT),
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
        ...protocolSchemas,
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
        'with auth.proofrequired and auth.2farequired: the accepted factors; all factors of one list are required together',
      items: { type: 'array', items: { type: 'string', enum: ['password', 'totp', 'passkey'] } },
    },
    requestId: { type: 'string', description: 'with 500: the id of this request in the log' },
  },
}

/** Launcher servers receive only the code (docs/launcher-protocols.md#launcher-servers-area-b). */
const launcherRefusalSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', enum: Object.keys(refusals) },
    reason: { type: 'string', description: 'with auth.userblocked: the reason for the ban' },
  },
}

const schemaName = (protocol: string) => `Refusal-${protocol}`

const protocolSchemas = Object.fromEntries(
  Object.entries(protocols).map(([name, { refusal }]) => [schemaName(name), refusal]),
)

function operation(endpoint: Endpoint, operationId: string, successResponse: object): object {
  const parameters = [
    ...(endpoint.params ? parametersOf(endpoint.params, 'path') : []),
    ...(endpoint.query ? parametersOf(endpoint.query, 'query') : []),
    ...(endpoint.captcha ? [captchaHeader(endpoint.captcha)] : []),
    ...(endpoint.cookie ? [csrfHeader] : []),
    ...(endpoint.idempotent ? [idempotencyHeader] : []),
  ]
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    ...(endpoint.caller !== 'anyone' && { security: [{ [schemeOf(endpoint)]: [] }] }),
    ...(endpoint.cookie && { security: [{}, { refreshCookie: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...((endpoint.body || endpoint.list || endpoint.upload) && {
      requestBody: { required: !endpoint.bodyOptional, content: bodyOf(endpoint) },
    }),
    responses: {
      [endpoint.status]: successResponse,
      ...(endpoint.mayBeEmpty && { 204: { description: 'there is nothing to return' } }),
      ...(endpoint.conditional && { 304: { description: 'unchanged (If-None-Match)' } }),
      ...refusalResponses(endpoint),
    },
  }
}

function bodyOf(endpoint: Endpoint): object {
  if (!endpoint.upload) return { 'application/json': { schema: endpoint.body ?? endpoint.list } }
  const file = { type: 'string', format: 'binary', description: 'a picture' }
  const properties = { file, ...endpoint.body?.properties }
  return { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties } } }
}

function schemeOf(endpoint: Endpoint): string {
  return usesApiKey(endpoint) ? 'launcherKey' : 'bearer'
}

const csrfHeader = {
  name: 'X-CSRF-Token',
  in: 'header',
  description: 'required with the refresh cookie: the value of the portal_csrf cookie',
  schema: { type: 'string' },
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'a new random text for each change; repeated requests with the same text make the change once',
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

function parametersOf(schema: TObject, location: 'path' | 'query'): object[] {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }))
}

const NO_CONTENT = { description: 'done' }

function success(endpoint: Endpoint): object {
  if (endpoint.status === 204) return NO_CONTENT
  const mediaType = endpoint.produces ?? 'application/json'
  return { description: 'done', content: { [mediaType]: { schema: endpoint.reply } } }
}

function refusalSchemaOf(endpoint: Endpoint): string {
  if (endpoint.protocol) return schemaName(endpoint.protocol)
  return usesApiKey(endpoint) ? 'LauncherRefusal' : 'Refusal'
}

function refusalResponses(endpoint: Endpoint): Record<string, object> {
  const schema = refusalSchemaOf(endpoint)
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => statusOf(endpoint, code))
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
    ]),
  )
}
