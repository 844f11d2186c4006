import { REDIRECT_URI } from '../../../packages/server/test/openid/relying-party.ts'
import type { Content } from '../content/content.ts'
import type { Member } from '../demo-site.ts'

/** Creates applications and webhooks. The webhooks stay off, because the demo sends no request to other hosts. */
export async function fillPrograms(
  owner: Member,
  { applications, webhooks }: Content,
): Promise<void> {
  const application = {
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    permission: null,
    accessToken: 'opaque',
    idTokenAlg: 'RS256',
    trusted: false,
    pkce: true,
  }
  await owner.send('POST', '/admin/clients', {
    ...application,
    name: applications.forum,
    redirectUris: [REDIRECT_URI],
    scopes: ['openid', 'profile', 'email'],
    public: false,
    device: false,
  })
  await owner.send('POST', '/admin/clients', {
    ...application,
    name: applications.television,
    redirectUris: [],
    scopes: ['openid', 'profile'],
    public: true,
    device: true,
  })
  for (const webhook of [
    { name: webhooks.bot, url: 'https://bot.example.org/portal', events: [] },
    {
      name: webhooks.channel,
      url: 'https://discord.com/api/webhooks/1/demo',
      format: 'discord',
      events: ['player.registered', 'player.banned'],
    },
  ]) {
    const { id } = await owner.send('POST', '/admin/webhooks', webhook)
    await owner.send('PATCH', `/admin/webhooks/${id}`, { enabled: false })
  }
}
