export default {
  publicProfile: {
    since: 'Player since {day}',
    playHours: '{hours} h in the game',
    lastPlayed: 'Last played {day}',
    figure: 'Figure of {name}',
    turn: 'Show in 3D',
    groups: 'Donor ranks',
    roles: 'Roles',
    title: 'Public profile',
    about: 'Visitors with the link see your figure, the day you joined, your ranks and roles.',
    shown: 'Show my profile to visitors',
    hiddenNow: 'Your profile is hidden now.',
    address: 'Link to your profile',
    open: 'Open',
  },
}
