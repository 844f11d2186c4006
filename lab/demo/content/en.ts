import type { Content } from './content.ts'

export const en: Content = {
  siteName: 'Windmere',
  servers: [
    { name: 'Survival', players: 37, most: 100, motd: 'Season three: the mountains' },
    { name: 'Creative', players: 8, most: 40, motd: 'Plots of 64 by 64' },
  ],
  roles: { moderator: 'Moderators', builder: 'Builders' },
  ranks: { traveler: 'Traveler', knight: 'Knight', legend: 'Legend' },
  money: { name: 'Wallet', sign: 'coins' },
  news: {
    sea: {
      title: 'The southern sea is open',
      tag: 'World',
      body: 'Ships can leave the harbor again. Beyond the reef there are **three new islands**, and each has a lighthouse that needs a keeper.\n\n- Coral may be taken home.\n- Turtles may not.',
    },
    launcher: {
      title: 'Launcher 2.4: faster start, fewer downloads',
      tag: 'Launcher',
      body: 'The launcher now checks only the files that changed. A start takes four seconds instead of twenty.\n\nYou stay signed in after the update.',
    },
    night: {
      title: 'Winter night, 40 candles',
      tag: 'Event',
      body: 'On Saturday at 19:00 we meet at the frozen lake. Bring a lantern and something warm to eat.\n\nThe player who finds all **forty candles** keeps the golden one.',
    },
    fair: {
      title: 'Builders of the month: the harbor at dusk',
      tag: 'Contest',
      body: 'Twenty-three entries, 412 votes. First place goes to the harbor of *Tinker_Tom* and *Lilka*.\n\nThe next theme is **bridges**. Entries are open until the end of the month.',
    },
    season: {
      title: 'Season three begins: the mountains',
      tag: 'Update',
      body: 'A new world, higher than ever:\n\n- peaks up to level 300 and castles to claim\n- fresh ores below level −40\n- ranks and balances are kept\n\nRead the [rules](/pages/rules) before you climb.',
    },
  },
  draft: {
    title: 'Map of the new roads',
    tag: 'World',
    body: 'To be written when the last bridge stands.',
  },
  scheduled: {
    title: 'Planned restart: no servers for 20 minutes',
    tag: 'Server',
    body: 'The servers restart for a new version of Java. Signing in keeps working.',
  },
  reasons: {
    grief: 'Griefing: burned the library at spawn',
    ads: 'Advertising another server',
    xray: 'X-ray, seen by two moderators',
    donation: 'Donation',
    refund: 'Refund: rank bought twice',
    contest: 'Prize: builders of the month',
  },
  apiKeys: ['Launcher server', 'Old launcher'],
  devices: ['HMCL at home', 'Laptop'],
  applications: { forum: 'Windmere forum', television: 'Map on the television' },
  webhooks: { bot: 'Statistics bot', channel: 'Channel of the staff' },
}
