export type Preset = { host: string; port: number; security: 'tls' | 'starttls' | 'none' }

export const presets = {
  gmail: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
  yandex: { host: 'smtp.yandex.ru', port: 465, security: 'tls' },
  mailru: { host: 'smtp.mail.ru', port: 465, security: 'tls' },
  brevo: { host: 'smtp-relay.brevo.com', port: 587, security: 'starttls' },
  postmark: { host: 'smtp.postmarkapp.com', port: 587, security: 'starttls' },
} as const satisfies Record<string, Preset>

export type PresetName = keyof typeof presets | 'own'

export const presetNames: readonly PresetName[] = [
  'gmail',
  'yandex',
  'mailru',
  'brevo',
  'postmark',
  'own',
]

export function presetOf(host: string): PresetName {
  return presetNames.find((name) => name !== 'own' && presets[name].host === host) ?? 'own'
}
