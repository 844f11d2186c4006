import assert from 'node:assert/strict'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../sign-in/sign-in-surfaces.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

type Node = DefaultTreeAdapterTypes.Node

sqliteTest('markup in the site name is escaped in pages', async (site) => {
  const siteName = '</script></title><script src=x></script>&lt;'
  await changeSetting(site.app, BY_OWNER, { name: 'siteName', text: siteName })
  await site.app.settings.read()

  const { text } = await site.browser().get('/login', { accept: 'text/html' })

  const elements = elementsIn(parse(text))
  const title = elements.find(({ tagName }) => tagName === 'title')
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  const data = scripts.find((script) => attribute(script, 'id') === 'site')
  assert.equal(textIn(title), `Sign in · ${siteName}`)
  assert.equal(JSON.parse(textIn(data)).siteName, siteName)
  assert.equal(
    scripts.some((script) => attribute(script, 'src') === 'x'),
    false,
  )
})

function elementsIn(node: Node): DefaultTreeAdapterTypes.Element[] {
  const below = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : []
  return 'tagName' in node ? [node, ...below] : below
}

function attribute(element: DefaultTreeAdapterTypes.Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value
}

function textIn(element: DefaultTreeAdapterTypes.Element | undefined): string {
  return element?.childNodes.map((node) => ('value' in node ? node.value : '')).join('') ?? ''
}
