import assert from 'node:assert/strict'
import { type Endpoint, endpoints, refusalsOf, statusOf } from '@portal/contract'
import { readBuiltPages } from '../../src/http/pages/built-pages.ts'
import { staticPages } from '../../src/http/pages/static-pages.ts'
import type { Reply } from '../support/browser.ts'
import { type Json, schemaErrors } from '../support/schema-errors.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const rows: Endpoint[] = Object.values(endpoints)
const DOCS = ['/docs', '/docs/docs.js', '/docs/docs.css']

sqliteTest('the OpenAPI document describes the response to an internal error', async (site) => {
  const document = (await site.browser().get('/openapi.json')).body
  await site.app.db.destroy()

  const { status, body } = await site.browser().logIn('Steve', PASSWORD)

  const described = document.paths['/auth/login'].post.responses[status].content['application/json']
  assert.deepEqual(schemaErrors(resolve(document, described.schema), body), [])
})

/** Paths that the OpenID library serves (docs/openid.md). */
const OPENID = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/*', // as Fastify prints /oidc/*
]

sqliteTest('every served route is an endpoint of the contract or a page', async (site) => {
  const served = servedPaths(site)

  const built = staticPages(readBuiltPages())
  const pages = built.map(({ path }) => path.replace('/*', '*')) // as Fastify prints them
  const bare = '/yggdrasil' // the endpoint's path has a slash at its end, which launchers omit
  const promised = [...rows.map(({ path }) => path), bare, ...DOCS, ...pages, ...OPENID]
  assert.deepEqual([...served].sort(), [...new Set(promised)].sort())
})

sqliteTest('the OpenAPI document has every endpoint with its responses', async (site) => {
  const { status, body } = await site.browser().get('/openapi.json')

  const operations = operationsOf(body).map(({ method, path, operation }) => [
    operation.operationId,
    method,
    path,
    Object.keys(operation.responses).map(Number).sort(),
  ])
  assert.equal(status, 200)
  assert.deepEqual(
    operations.sort(),
    rows
      .flatMap((row) =>
        namedMethods(row).map(([name, method]) => [
          name,
          method,
          row.path.replace(/:(\w+)/g, '{$1}'),
          [...new Set(statusesOf(row))].sort(),
        ]),
      )
      .sort(),
  )
})

sqliteTest(
  'the OpenAPI document follows version 3.1',
  async (site) => {
    const { body } = await site.browser().get('/openapi.json')

    assert.match(body.openapi, /^3\.1\.[0-9]+$/)
    assert.deepEqual(
      [body.info.title, body.info.version, body.servers],
      ['Portal', site.app.version, [{ url: 'https://portal.example' }]],
    )
    for (const { path, method, operation } of operationsOf(body)) {
      assertOperation(body, { path, method, operation })
    }
    for (const name of Object.keys(body.components.schemas)) assert.match(name, /^[\w.-]+$/)
    for (const schema of schemasOf(body)) assertSchema(schema)
  },
  { env: { PUBLIC_URL: 'https://portal.example' } },
)

sqliteTest('the API page at /docs runs only its own scripts', async (site) => {
  const page = await site.browser().get('/docs')

  const parts = [
    ...page.text.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g),
  ].map(([, url = '']) => url)
  const assets = await Promise.all(parts.map((url) => site.browser().get(url)))
  assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
  assert.deepEqual(policyOf(page)['script-src'], ["'self'"])
  assert.deepEqual(policyOf(page)['style-src'], ["'self'"])
  assert.deepEqual(policyOf(page)['default-src'], ["'none'"])
  assert.doesNotMatch(page.text, /<script(?![^>]* src=)|\son\w+=|javascript:/i)
  assert.deepEqual(['/docs', ...parts].sort(), [...DOCS].sort())
  assert.deepEqual(
    assets.map(({ status, headers }, n) => [parts[n], status, String(headers['content-type'])]),
    parts.map((url) => [
      url,
      200,
      `text/${url.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
    ]),
  )
  for (const asset of assets) {
    const policy = policyOf(asset)
    assert.deepEqual(policy['script-src'] ?? policy['default-src'], ["'none'"])
    assert.equal(asset.headers['x-content-type-options'], 'nosniff')
    assert.ok(asset.text.length > 0)
  }
})

sqliteTest('the paths of the API page support only GET and HEAD', async (site) => {
  const replies = await Promise.all(DOCS.map((path) => site.browser().post(path, {})))

  assert.deepEqual(
    replies.map(({ status, headers }) => [status, headers.allow]),
    DOCS.map(() => [405, 'GET, HEAD']),
  )
})

/** Reads every route from the router's printed tree: `└── /docs (GET, HEAD)`. */
function servedPaths(site: Site): Set<string> {
  const above: string[] = []
  const paths = new Set<string>()
  for (const line of site.server.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] =
      /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
    if (!part) continue
    const depth = indent.length / 4
    above.splice(depth, above.length, part)
    if (methods) paths.add(above.join(''))
  }
  return paths
}

/** Names an endpoint's operations; for pictures, HEAD has an operation of its own. */
function namedMethods(row: Endpoint): [name: string, method: string][] {
  const head: [string, string][] = row.produces?.startsWith('image/')
    ? [[`${row.name}Head`, 'HEAD']]
    : []
  return [[row.name, row.method], ...head]
}

function statusesOf(row: Endpoint): number[] {
  const refused = refusalsOf(row).map((code) => statusOf(row, code))
  const besides = [...(row.conditional ? [304] : []), ...(row.mayBeEmpty ? [204] : [])]
  return [row.status, ...besides, ...refused]
}

type Operation = { path: string; method: string; operation: Json }

function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
}

function assertOperation(document: Json, { path, method, operation }: Operation): void {
  const parameters: Json[] = operation.parameters ?? []
  const names = (place: string) =>
    parameters.filter((one) => one.in === place).map(({ name }) => name)
  assert.match(path, /^\//)
  assert.ok(operation.summary && operation.tags.every((tag: unknown) => typeof tag === 'string'))
  assert.deepEqual(
    names('path'),
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  )
  assert.equal(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size, parameters.length)
  for (const parameter of parameters) {
    assert.ok(['path', 'query', 'header', 'cookie'].includes(parameter.in))
    assert.ok(parameter.in !== 'path' || parameter.required)
    assert.ok(typeof parameter.schema === 'object')
    assert.doesNotMatch(parameter.name, /^(accept|content-type|authorization)$/i)
  }
  if (operation.requestBody) {
    assert.ok(['POST', 'PUT', 'PATCH'].includes(method))
    const [mediaType, ...others] = Object.keys(operation.requestBody.content)
    assert.match(mediaType ?? '', /^(application\/json|multipart\/form-data)$/)
    assert.deepEqual(others, [])
  }
  for (const scheme of (operation.security ?? []).flatMap(Object.keys)) {
    assert.ok(scheme in document.components.securitySchemes, scheme)
  }
  for (const [status, response] of Object.entries<Json>(operation.responses)) {
    assert.match(status, /^[1-5][0-9][0-9]$/)
    assert.equal(typeof response.description, 'string')
    for (const { schema } of Object.values<Json>(response.content ?? {})) {
      assert.equal(typeof resolve(document, schema), 'object')
    }
  }
}

/** Follows a `$ref` within the document. */
function resolve(document: Json, schema: Json): Json {
  if (!schema.$ref) return schema
  return schema.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce((part: Json, name: string) => part[name], document)
}

/** Lists every schema of the document, including nested ones. */
function schemasOf(part: Json): Json[] {
  if (typeof part !== 'object' || part === null) return []
  const own = [
    part.schema,
    ...Object.values(part.schemas ?? {}),
    ...Object.values(part.properties ?? {}),
  ]
  const lists = [...(part.anyOf ?? []), part.items]
  const here = [...own, ...lists].filter((schema) => typeof schema === 'object' && schema !== null)
  return [...here, ...Object.values(part).flatMap(schemasOf)]
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

function assertSchema(schema: Json): void {
  const known = [schema.type].flat().every((type) => TYPES.includes(type))
  assert.ok(schema.$ref || schema.anyOf || schema.const || schema.enum || known)
  if (schema.pattern) assert.doesNotThrow(() => new RegExp(schema.pattern, 'u'))
  for (const name of schema.required ?? []) assert.ok(name in schema.properties, name)
}

/** Parses the directives of a Content-Security-Policy. */
function policyOf({ headers }: Reply): Record<string, string[]> {
  const directives = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/)
      return [name, values]
    }),
  )
}
