import type { Page } from 'playwright-core'
import type { Picture } from './states.ts'

const codes = [
  ...['7K3QX-9M2PD', 'H0V5T-R8WZ4', 'C6BNE-J1AFY', '2GSDM-X4K9Q', 'P7ZRT-03VHW'],
  ...['EJ5C8-BN6YA', 'MQ1FX-D9T2K', '4WPGZ-7SRHV', 'Y8A3E-K6CJB', 'T5NDQ-2X0MF'],
]

/** Shows a page of a player with 2FA and this many recovery codes. */
async function pretend(page: Page, left: number): Promise<void> {
  await page.route('**/auth/me', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({ json: { user: { ...json.user, twoFactorEnabled: true } } })
  })
  await page.route('**/cabinet/2fa/recovery-codes', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { left } })
      : route.fulfill({ status: 201, json: { codes } }),
  )
  await page.reload()
  await page.locator('.recovery .button').waitFor()
}

export const recoveryStates: readonly Picture[] = [
  {
    name: 'account-recovery-left',
    path: '/account/security',
    as: 'owner',
    act: (page) => pretend(page, 7),
  },
  {
    name: 'account-recovery-few',
    path: '/account/security',
    as: 'owner',
    act: (page) => pretend(page, 2),
  },
  {
    name: 'account-recovery-codes',
    path: '/account/security',
    as: 'owner',
    async act(page) {
      await pretend(page, 0)
      await page.locator('.recovery .button').click()
      await page.locator('.recovery pre').waitFor()
    },
  },
]
