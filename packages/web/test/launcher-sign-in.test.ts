import assert from 'node:assert/strict'
import { told } from '../../server/test/integrations/yggdrasil/game-player.ts'
import {
  CONNECT,
  pollLauncher,
  startGame,
  startLauncher,
} from '../../server/test/openid/launcher.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

const SCOPES = {
  'en-GB': [
    'see which account is yours',
    'stay signed in until you disconnect it on this site',
    'start the game with your name, UUID, skin and cape',
    'join game servers as you, and change your skin and cape',
  ],
  'ru-RU': [
    'видеть, какой аккаунт — ваш',
    'оставаться подключённым, пока вы не отключите его на этом сайте',
    'запускать игру с вашим ником, UUID, скином и плащом',
    'заходить на игровые серверы от вашего имени и менять скин и плащ',
  ],
}

const HEADINGS: Record<string, RegExp> = {
  'en-GB': /^Sign in to Launchers /,
  'ru-RU': /^Войти в приложение «Лаунчеры» /,
}

for (const [locale, scopes] of Object.entries(SCOPES)) {
  pageTest(
    `a player signs a launcher in on the site, and plays (${locale})`,
    async ({ site, visitor }) => {
      const steve = await site.player('Steve')
      const { page } = await visitor({ locale })
      await signInWithoutForm(page, 'Steve')
      const { body } = await startLauncher(site)
      const { pathname, search } = new URL(body.verification_uri_complete)

      await page.goto(pathname + search)
      await page.getByRole('button', { name: /^(Continue|Продолжить)$/ }).click()
      await page
        .getByRole('heading', { name: HEADINGS[locale] ?? 'a heading for each language' })
        .waitFor()
      const shown = await page.getByRole('main').getByRole('listitem').allTextContents()
      await page.getByRole('button', { name: /^(Allow|Разрешить)$/ }).click()
      await page.getByText(/(Return to the device|Вернитесь)/).waitFor()
      const tokens = await pollLauncher(site, body.device_code)
      const joined = await startGame(site, tokens.body.access_token, steve.id).join('a-server')

      assert.deepEqual(shown, scopes)
      assert.equal(told(joined), '204')
    },
    { settings: CONNECT },
  )
}
