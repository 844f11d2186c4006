import type { Settings } from '@portal/contract'

/** Returns the hosts in the private network that webhooks and logout notices may reach, in lower case. */
export function allowedHostsOf({
  allowedWebhookHosts,
}: Pick<Settings, 'allowedWebhookHosts'>): string[] {
  const hosts = allowedWebhookHosts.split(',').map((host) => host.trim().toLowerCase())
  return hosts.filter((host) => host !== '')
}
