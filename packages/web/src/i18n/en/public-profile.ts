/** Words of a public profile, and of the card where a player hides it. */
export default {
  publicProfile: {
    since: 'On the site since {day}',
    figure: 'Figure of {name}',
    turn: 'Show in 3D',
    groups: 'Donor ranks',
    roles: 'Roles',
    title: 'Public profile',
    about: 'Everybody with the link sees your figure, the day you joined, your ranks and roles.',
    shown: 'Show my profile to everybody',
    hiddenNow: 'Nobody else can open it now.',
    address: 'Link to your profile',
    open: 'Open',
  },
}
