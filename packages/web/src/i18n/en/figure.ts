export default {
  figure: {
    turn: 'Drag the figure, or turn it with the arrow keys.',
    swipe: 'Swipe sideways to turn the figure.',
    angle: 'Turned by {angle}°',
    pose: 'Pose',
    poses: { walk: 'Walking', stand: 'Standing', back: 'Back' },
    onBack: 'On the back',
    backs: { cape: 'Cape', elytra: 'Elytra' },
  },
}
