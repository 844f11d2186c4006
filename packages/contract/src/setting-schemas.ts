import Type from 'typebox'
import { mapSettings } from './map-settings.ts'
import type { SettingKind, SettingRow } from './setting.ts'
import { type KindOf, type SettingName, settingNames, settingRows } from './settings.ts'
import { LocaleCode, text } from './shapes.ts'

/** How a value of each kind is shown, and how it is sent: a number and a list also as text. */
const schemas = {
  line: {
    shown: () => Type.String(),
    sent: () => text({ maxLength: 1000 }),
  },
  flag: {
    shown: () => Type.Boolean(),
    sent: () => Type.Boolean(),
  },
  number: {
    shown: ({ about = '' }: SettingRow) => Type.Integer({ description: about }),
    sent: ({ holds }: SettingRow) =>
      Type.Union([Type.Number(), text({ maxLength: 16 })], { description: holds }),
  },
  identifiers: {
    shown: () => Type.Array(Type.String()),
    sent: () =>
      Type.Union([Type.Array(text({ maxLength: 1000 })), text({ maxLength: 60_000 })], {
        description: 'a list, or text separated by commas',
      }),
  },
  language: {
    shown: () => LocaleCode,
    sent: () => LocaleCode,
  },
  color: {
    shown: () => Type.String({ description: '#rrggbb; empty for the default' }),
    sent: () => text({ maxLength: 16, description: '#rrggbb, or empty' }),
  },
  picture: {
    shown: () => Type.String({ description: 'empty for the default' }),
    sent: () => text({ maxLength: 2048, description: 'a URL, a path, or empty' }),
  },
  mailbox: {
    shown: () => Type.String({ description: 'an e-mail address; empty for none' }),
    sent: () => text({ maxLength: 254, description: 'an e-mail address, or empty' }),
  },
  choice: {
    shown: ({ holds }: SettingRow) => Type.String({ description: holds }),
    sent: ({ holds }: SettingRow) => text({ maxLength: 64, description: holds }),
  },
  text: {
    shown: () => Type.String({ description: 'empty for the words of the pages' }),
    sent: () => text({ maxLength: 4000 }),
  },
  link: {
    shown: () => Type.String({ description: 'an https URL, or empty' }),
    sent: () => text({ maxLength: 2048, description: 'an https URL, or empty' }),
  },
  download: {
    shown: () => Type.String({ description: 'a URL or a path, or empty' }),
    sent: () => text({ maxLength: 2048, description: 'a URL, a path, or empty' }),
  },
  inquiry: {
    shown: () => Type.String({ description: 'a URL, or empty' }),
    sent: () => text({ maxLength: 2048, description: 'an https URL, or empty' }),
  },
  servers: {
    shown: ({ holds }: SettingRow) => Type.String({ description: holds }),
    sent: ({ holds }: SettingRow) => text({ maxLength: 6000, description: holds }),
  },
} satisfies Record<SettingKind, unknown>

type SchemaOf<Name extends SettingName, Use extends 'shown' | 'sent'> = ReturnType<
  (typeof schemas)[KindOf<Name>][Use]
>

/** What the panel is shown. */
export const shownSettings = mapSettings<{ [Name in SettingName]: SchemaOf<Name, 'shown'> }>(
  settingNames,
  (name) => schemas[settingRows[name].kind].shown(settingRows[name]),
)

/** What the panel may send, any of it. */
export const sentSettings = mapSettings<{
  [Name in SettingName]: Type.TOptional<SchemaOf<Name, 'sent'>>
}>(settingNames, (name) => Type.Optional(schemas[settingRows[name].kind].sent(settingRows[name])))
