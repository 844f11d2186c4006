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
      en: 'Only five characters of a hash are sent, never the password.',
      ru: 'Отправляются только пять символов хеша, но не сам пароль.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
