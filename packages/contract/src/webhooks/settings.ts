import type { SettingDefinition } from '../setting.ts'

export const webhookSettings = {
  allowedWebhookHosts: {
    kind: 'line',
    least: 0,
    most: 1000,
    default: '',
    description:
      'hosts inside the network that webhooks and back-channel logouts may reach, also by http',
    isPublic: false,
    card: 'webhooks',
    requiresReauthentication: true,
    superusersOnly: true,
    notifiesSuperusers: true,
    label: { en: 'Hosts for webhooks', ru: 'Хосты для вебхуков' },
    hint: {
      en: 'Separated by commas, each with or without a port, such as 192.168.1.5:8080. Webhooks and sign-out notices to applications reach only https addresses of the internet and these hosts. Only superusers can change it.',
      ru: 'Через запятую, с портом или без, например 192.168.1.5:8080. Вебхуки и сообщения приложениям о выходе отправляются только на адреса https в интернете и на эти хосты. Менять может только суперпользователь.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
