/** Words of the first start. */
export default {
  setup: {
    title: 'Set up your site',
    about: 'Choose a name and create your administrator account. Everything else can wait.',
    siteName: 'Name of the project',
    administrator: 'Administrator',
    panelNeedsTwoFactor: 'The panel needs two-factor authentication',
    panelNeedsTwoFactorHint:
      'You turn it on with an app on your phone before the panel opens. Recommended.',
    submit: 'Set up the site',
    youAre: 'The site sees your address as {address}.',
    database: 'It keeps its data in {name}.',
    wrongAddress:
      'PUBLIC_URL is {publicUrl}, but you opened the site at another address. Links in mails and cookies use PUBLIC_URL.',
    unnamedProxy:
      'The site is behind a proxy, but TRUST_PROXY is off: to the site all players would have one address, and share its limits.',
    done: 'The site is ready.',
    expiredTitle: 'This link has expired',
    expired:
      'The site has an administrator already, or a day has passed. A new link comes from the command',
  },
}
