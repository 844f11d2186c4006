import type { BrowserContext, Page } from 'playwright-core'

/**
 * Gives a page a virtual authenticator that recognizes its owner immediately, through Chromium's developer
 * tools.
 */
export async function withDevice(context: BrowserContext, page: Page) {
  const tools = await context.newCDPSession(page)
  await tools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async count() {
      const { credentials } = await tools.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}
