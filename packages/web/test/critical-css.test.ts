import assert from 'node:assert/strict'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { pageTest } from './page-test.ts'

for (const path of ['/', '/login']) {
  pageTest(
    `${path} shows the name of the site before any script or style has loaded`,
    async (given) => {
      const by = { actor: 'command', ip: null }
      await changeSetting(given.site.app, by, { name: 'siteName', text: 'Blocks' })
      await changeSetting(given.site.app, by, { name: 'accentColor', text: '#aa3300' })
      const { page } = await given.visitor({ viewport: { width: 360, height: 740 } })
      await page.route('**/*', async (route) => {
        const { pathname } = new URL(route.request().url())
        if (pathname === path) await route.continue() // no other request gets a response
      })

      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('.first .mark', { hasText: 'Blocks' }).waitFor()
      const seen = await page.evaluate(`(() => {
      const view = document.querySelector('.first .view').getBoundingClientRect()
      const late = [...document.head.querySelectorAll('link[rel=stylesheet], script[src]:not([type=module])')]
      return { isWide: view.width > 320, isHigh: view.height > 100, late: late.length, fill: getComputedStyle(document.documentElement).getPropertyValue('--accent-fill') }
    })()`)

      assert.deepEqual(seen, { isWide: true, isHigh: true, late: 0, fill: '#aa3300' })
      await page.unrouteAll()
    },
  )
}
