import type { Settings } from '@portal/contract'

/** The hosts inside the network that webhooks and back-channel logouts may reach, in lower case. */
export function allowedHostsOf({
  allowedWebhookHosts,
}: Pick<Settings, 'allowedWebhookHosts'>): string[] {
  const hosts = allowedWebhookHosts.split(',').map((host) => host.trim().toLowerCase())
  return hosts.filter((host) => host !== '')
}
