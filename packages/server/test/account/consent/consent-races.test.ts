import assert from 'node:assert/strict'
import { newsTraces } from '../../content/news/news-editor.ts'
import { outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { consentClient, openRules, publishRequiredPage, register, storedConsents } from './rules.ts'

const TWO = { instances: 2 }

siteTest(
  'twenty concurrent consents of one player to a page are stored once',
  async (site) => {
    const steve = await site.player('Steve')
    const { id } = await openRules(site)
    const tabs = Array.from({ length: 20 }, (_, at) => consentClient(site, steve, at % 2))

    const replies = await Promise.all(tabs.map((tab) => tab.agreeTo(id, 1)))

    assert.deepEqual(new Set(replies.map(outcome)), new Set(['200']))
    assert.deepEqual(await storedConsents(site), [
      { username: 'Steve', edition: 1, ip: '127.0.0.1' },
    ])
    const entries = await site.app.db
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'consent.given')
      .execute()
    assert.deepEqual(entries, [{ after: '/pages/rules 1' }])
  },
  TWO,
)

siteTest(
  'a version published during concurrent consents requires new consent from every player',
  async (site) => {
    const players = [await site.player('Steve'), await site.player('Alex')]
    const { id, publish } = await openRules(site)
    const tabs = players.flatMap((player) =>
      [0, 1, 0, 1, 0, 1].map((instance) => consentClient(site, player, instance)),
    )

    const [published, ...replies] = await Promise.all([
      publish(),
      ...tabs.map((tab) => tab.agreeTo(id, 1)),
      register(site, 'Efe', { agreed: [{ page: id, edition: 1 }] }),
    ])
    const stopped = await Promise.all(tabs.map((tab) => tab.goOn()))
    const agreed = await Promise.all(tabs.map((tab) => tab.agreeTo(id, 2)))
    const going = await Promise.all(tabs.map((tab) => tab.goOn()))

    assert.equal(published.body.edition, 2)
    const known = ['200', '201', '409 consent.outdated', '400 request.invalid']
    assert.deepEqual(
      replies.map(outcome).filter((one) => !known.includes(one)),
      [],
    )
    assert.deepEqual(new Set(stopped.map(outcome)), new Set(['403 auth.consentrequired']))
    assert.deepEqual(new Set([...agreed, ...going].map(outcome)), new Set(['200']))
    const newest = (await storedConsents(site)).filter(({ edition }) => edition === 2)
    assert.deepEqual(
      newest.map(({ username }) => username),
      ['Alex', 'Steve'],
    )
  },
  TWO,
)

siteTest(
  'a consent on one instance counts on the other immediately',
  async (site) => {
    const steve = await site.player('Steve')
    const { id, publish } = await openRules(site)
    const [here, there] = [consentClient(site, steve, 0), consentClient(site, steve, 1)]

    const outcomes: string[] = []
    for (const edition of [1, 2, 3]) {
      outcomes.push(outcome(await there.goOn()))
      await here.agreeTo(id, edition)
      outcomes.push(outcome(await there.goOn()))
      await publish(`Text ${edition}`)
    }

    const round = ['403 auth.consentrequired', '200']
    assert.deepEqual(outcomes, [...round, ...round, ...round])
  },
  TWO,
)

siteTest(
  'only one of eight concurrent requests to publish a new page version succeeds',
  async (site) => {
    const { owner, id } = await openRules(site)
    const body = { version: 1, newEdition: true }

    const replies = await Promise.all(
      Array.from({ length: 8 }, () => owner.patch(`/admin/pages/${id}`, body)),
    )

    const outcomes = replies.map(outcome).toSorted()
    assert.deepEqual(outcomes, ['200', ...Array(7).fill('409 page.changed')])
    const { items } = (await owner.get(`/admin/pages/${id}/editions`)).body
    assert.deepEqual(
      items.map(({ edition }: { edition: number }) => edition),
      [2, 1],
    )
  },
  TWO,
)

siteTest(
  'concurrently deleting a page and agreeing to it never both succeed',
  async (site) => {
    const players = [await site.player('Steve'), await site.player('Alex')]
    const { owner } = await openRules(site)

    for (let round = 0; round < 5; round += 1) {
      const page = await publishRequiredPage(owner, { titleEn: `Privacy ${round}` })
      const [deleted, ...agreed] = await Promise.all([
        page.delete(),
        ...players.map((player, at) => consentClient(site, player, at).agreeTo(page.id, 1)),
      ])

      const isGone = deleted.status === 204
      const kept = await site.app.db
        .selectFrom('consent')
        .select('player_id')
        .where('page_id', '=', page.id)
        .execute()
      const accepted = agreed.filter(({ status }) => status === 200)
      assert.equal(isGone, accepted.length === 0, `${outcome(deleted)}, ${agreed.map(outcome)}`)
      assert.equal(kept.length, accepted.length)
      if (!isGone) assert.equal(outcome(deleted), '409 page.agreed')
    }
    assert.ok((await newsTraces(site, 'page.created')).length > 5)
  },
  TWO,
)
