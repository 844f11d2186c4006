/** Words of the first start. */
export default {
  setup: {
    title: 'Set up your site',
    about: 'Choose a name and create your administrator account. Everything else can wait.',
    siteName: 'Name of the project',
    administrator: 'Administrator',
    submit: 'Set up the site',
    youAre: 'The site sees your address as {address}.',
    database: 'It keeps its data in {name}.',
    wrongAddress:
      'PUBLIC_URL is {publicUrl}, but you came by another address. Links in mails and cookies are made from PUBLIC_URL.',
    unnamedProxy:
      'A proxy stands before the site, but TRUST_PROXY is off: all players would share one address, and its limits.',
    done: 'The site is ready.',
    expiredTitle: 'This link has expired',
    expired:
      'The site has an administrator already, or a day has passed. A new link comes from the command',
  },
}
