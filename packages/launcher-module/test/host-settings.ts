import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

/** A block that a host reads: of what stands in it beside these fields it knows nothing. */
function block<Fields extends Parameters<typeof Type.Object>[0]>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false })
}

/** What a module is chosen by, and beside it what its provider is opened with. */
const source = block({ type: Type.String(), config: Type.Optional(Type.Unknown()) })

const HostSettings = block({
  modules: block({ dir: Type.String(), config: Type.Record(Type.String(), Type.Unknown()) }),
  auth: block({ provider: Type.String(), config: Type.Optional(Type.Unknown()) }),
  yggdrasil: block({
    enabled: Type.Boolean(),
    skinProvider: Type.String(),
    skinConfig: Type.Optional(Type.Unknown()),
    skinDomains: Type.Array(Type.String()),
  }),
  access: block({
    sources: Type.Record(Type.String(), source),
    rules: Type.Array(
      block({ builds: Type.Array(Type.String()), source: Type.String(), message: Type.String() }),
    ),
  }),
  news: block({ source }),
})

const reader = Compile(HostSettings)

/**
 * The settings of a launcher server, as far as they concern modules. A real host passes over what it
 * does not know; this one names it.
 *
 * @throws Error for a field that the host would not read, or that is missing.
 */
export function readHostSettings(json: string): Static<typeof HostSettings> {
  const settings: unknown = JSON.parse(json)
  const problems = [...reader.Errors(settings)].map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  if (problems.length > 0) throw new Error(problems.join('; '))
  return reader.Parse(settings)
}
