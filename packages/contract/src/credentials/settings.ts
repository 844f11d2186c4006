import type { SettingDefinition } from '../setting.ts'

/** Which new passwords are allowed. */
export const passwordSettings = {
  leakCheck: {
    kind: 'flag',
    default: true,
    description: 'whether new passwords are looked up in the list of leaked passwords',
    isPublic: false,
    requiresReauthentication: true,
    card: 'signIn',
    label: {
      en: 'Check passwords against the leak database',
      ru: 'Проверять пароли по базе утечек',
    },
    hint: {
      en: 'Only five characters of a hash leave the site, never the password.',
      ru: 'Сайт покидают только пять символов хеша, никогда не пароль.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
