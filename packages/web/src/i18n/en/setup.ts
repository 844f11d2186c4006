export default {
  setup: {
    title: 'Set up your site',
    about: 'Choose a name and create your administrator account. Everything else can wait.',
    siteNameMissing: 'Enter a name for the project.',
    siteName: 'Name of the project',
    administrator: 'Administrator',
    panelNeedsTwoFactor: 'Require two-factor authentication for the panel',
    panelNeedsTwoFactorHint:
      'You set it up with an app on your phone before the panel opens. Recommended.',
    submit: 'Set up the site',
    youAre: 'The site sees your IP address as {address}.',
    database: 'Data is stored in {name}.',
    wrongAddress:
      'PUBLIC_URL is {publicUrl}, but you opened the site at another address. Links in e-mails and cookies use PUBLIC_URL.',
    unnamedProxy:
      'The site is behind a proxy, but TRUST_PROXY is off: all players would appear to have one address and share its limits.',
    done: 'The site is ready.',
    expiredTitle: 'This link has expired',
    expired: 'The site already has an administrator, or a day has passed. To get a new link, run:',
  },
}
