import Type from 'typebox'
import type { SettingDefinition, SettingKind } from './setting.ts'
import { meaningOf, rangeOf } from './setting-range.ts'
import {
  type KindOf,
  mapSettings,
  type SettingName,
  settingDefinitions,
  settingNames,
} from './settings.ts'
import { LocaleCode, text } from './shapes.ts'

/**
 * The schemas of each kind of setting in replies (`shown`) and requests (`sent`). Requests may also have numbers and
 * lists as text.
 */
const schemas = {
  line: { shown: shownText, sent: sentText(1000) },
  flag: {
    shown: (row: SettingDefinition) => Type.Boolean({ description: meaningOf(row) }),
    sent: () => Type.Boolean(),
  },
  number: {
    shown: (row: SettingDefinition) => Type.Integer({ description: meaningOf(row) }),
    sent: (row: SettingDefinition) =>
      Type.Union([Type.Number(), text({ maxLength: 16 })], { description: rangeOf(row) }),
  },
  identifiers: {
    shown: (row: SettingDefinition) => Type.Array(Type.String(), { description: meaningOf(row) }),
    sent: (row: SettingDefinition) =>
      Type.Union([Type.Array(text({ maxLength: 1000 })), text({ maxLength: 60_000 })], {
        description: `a list, or ${rangeOf(row)}`,
      }),
  },
  language: { shown: () => LocaleCode, sent: () => LocaleCode },
  color: { shown: shownText, sent: sentText(16) },
  picture: { shown: shownText, sent: sentText(2048) },
  mailbox: { shown: shownText, sent: sentText(254) },
  choice: { shown: shownText, sent: sentText(64) },
  text: { shown: shownText, sent: sentText(4000) },
  link: { shown: shownText, sent: sentText(2048) },
  download: { shown: shownText, sent: sentText(2048) },
  inquiry: { shown: shownText, sent: sentText(2048) },
  servers: { shown: shownText, sent: sentText(6000) },
  links: { shown: shownText, sent: sentText(6000) },
} satisfies Record<SettingKind, unknown>

function shownText(row: SettingDefinition) {
  return Type.String({ description: meaningOf(row) })
}

function sentText(maxLength: number) {
  return (row: SettingDefinition) => text({ maxLength, description: rangeOf(row) })
}

type SchemaOf<Name extends SettingName, Use extends 'shown' | 'sent'> = ReturnType<
  (typeof schemas)[KindOf<Name>][Use]
>

/** Schemas of settings in replies of the panel. */
export const settingReplySchemas = mapSettings<{ [Name in SettingName]: SchemaOf<Name, 'shown'> }>(
  settingNames,
  (name) => schemas[settingDefinitions[name].kind].shown(settingDefinitions[name]),
)

/** Schemas of settings in requests of the panel; all fields are optional. */
export const settingBodySchemas = mapSettings<{
  [Name in SettingName]: Type.TOptional<SchemaOf<Name, 'sent'>>
}>(settingNames, (name) =>
  Type.Optional(schemas[settingDefinitions[name].kind].sent(settingDefinitions[name])),
)
