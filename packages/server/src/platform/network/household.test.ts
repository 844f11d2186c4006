import assert from 'node:assert/strict'
import { test } from 'node:test'
import { householdOf, textRangesOf } from './household.ts'
import { canonicalAddress, readAddress } from './ip-address.ts'

const NETWORKS = [
  ...['2001:db8:1:2', '2001:db8:1:0', '2001:db8:0:0', '2001:db8:0:1', '2001:db8:1:20'],
  ...[
    '2001:db8:1:200',
    '2001:db8:10:0',
    '2001:db80:0:0',
    '2001:0:5:0',
    '64:ff9b:0:0',
    '2a02:0:5:1',
    '2001:d:b8:0',
  ],
]
const SUFFIXES = [
  '0:0:0:0',
  '0:0:0:1',
  '1:2:3:4',
  '0:2:3:4',
  '1:0:0:0',
  '0:0:3:0',
  '1:0:3:0',
  '2:0:0:4',
]

test('the text ranges of an IPv6 network contain exactly its addresses', () => {
  const addresses = NETWORKS.flatMap((network) =>
    SUFFIXES.map((suffix) => ({ network, ip: readAddress(`${network}:${suffix}`) })),
  )

  const found = Object.fromEntries(
    NETWORKS.map((network) => {
      const ranges = textRangesOf(householdOf(`${network}:5:6:7:8`))
      const isInside = (ip: string) => ranges.some(({ from, below }) => ip >= from && ip < below)
      return [network, addresses.filter(({ ip }) => isInside(ip))]
    }),
  )

  for (const network of NETWORKS) {
    assert.deepEqual(
      found[network],
      addresses.filter((one) => one.network === network),
    )
  }
})

test('all addresses of an IPv6 network count as one household', () => {
  for (const network of NETWORKS) {
    const households = SUFFIXES.map((suffix) => householdOf(readAddress(`${network}:${suffix}`)))
    assert.deepEqual(new Set(households), new Set([network]))
  }
})

test('an IPv4 address counts as a household of its own', () => {
  for (const ip of [
    '203.0.113.7',
    '2001::5:1:2:3:4',
    '2001::1',
    '::1',
    '1::2:3',
    '::',
    '::5:0:0:0:1',
  ]) {
    const [range, ...others] = textRangesOf(householdOf(ip))
    assert.equal(canonicalAddress(ip), ip)
    assert.deepEqual([range, others], [{ from: ip, below: `${ip} ` }, []])
  }
})
