/** Words of the system page; what the doctor says comes from the site. */
export default {
  systemPage: {
    about: 'Checks that the site works as it should.',
    again: 'Check again',
    checkedAt: 'Checked {when}',
    fine: 'All checks passed.',
    troubles: '{n} thing needs your attention. | {n} things need your attention.',
    checks: 'Checks',
    states: { bad: 'Bad', warning: 'Warning', unknown: 'Unknown', good: 'Good' },
    yourAddress: 'Your address as the site sees it',
    yourAddressHint:
      'If this is not your address but that of a proxy, set TRUST_PROXY: limits go by this address.',
    site: 'The site',
    siteAddress: 'Address',
    version: 'Version',
    startedAt: 'Started',
    instances: 'Servers',
  },
}
