/** Texts of the system page. The results of the health checks come from the site. */
export default {
  systemPage: {
    about: 'Health checks of the site.',
    again: 'Check again',
    checkedAt: 'Checked {when}',
    fine: 'All checks passed.',
    goodOnes: '{n} check passed | {n} checks passed',
    toSettings: 'Open Settings',
    troubles: '{n} check needs your attention. | {n} checks need your attention.',
    checks: 'Checks',
    states: { bad: 'Failed', warning: 'Warning', unknown: 'Unknown', good: 'OK' },
    yourAddress: 'Your IP address as the site sees it',
    yourAddressHint:
      'If this is the address of a proxy and not yours, set TRUST_PROXY: each address has its own limits.',
    site: 'The site',
    siteAddress: 'Address',
    version: 'Version',
    startedAt: 'Started',
    instances: 'Servers',
  },
}
