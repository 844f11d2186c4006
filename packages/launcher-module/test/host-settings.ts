import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

/** A block of settings with the fields that a host reads. */
function block<Fields extends Parameters<typeof Type.Object>[0]>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false })
}

/** `type` selects the module; `config` is passed to its provider. */
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
 * Reads the settings of a launcher server that concern modules. A real host ignores unknown fields;
 * this one refuses them.
 *
 * @throws Error for a field that is missing or that the host would not read.
 */
export function readHostSettings(json: string): Static<typeof HostSettings> {
  const settings: unknown = JSON.parse(json)
  const problems = [...reader.Errors(settings)].map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  if (problems.length > 0) throw new Error(problems.join('; '))
  return reader.Parse(settings)
}
