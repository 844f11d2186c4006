import type { SettingDefinition } from '../setting.ts'

export const mailSettings = {
  replyTo: {
    kind: 'mailbox',
    default: '',
    description: 'address for replies to mails; empty: mails say that replies are not read',
    isPublic: false,
    card: 'mail',
    label: { en: 'Address for replies', ru: 'Адрес для ответов' },
    hint: {
      en: 'Address for replies to the site’s e-mails. If empty, e-mails say that replies are not read.',
      ru: 'Туда придут ответы на письма сайта. Если не указать, в письмах будет сказано, что ответы не читают.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
