/** Copy of the student's dashboard (requirements §2, §4, §8). */
export const dashboardMessages = {
  title: 'My Videos',
  videosOwned: 'Videos Owned',
  completed: 'Completed',
  inProgress: 'In Progress',
  daysRemaining: 'Days Remaining',
  yourVideos: 'Your Videos',
  notStarted: 'Not started',
  start: 'Start',
  continue: 'Continue',
  replay: 'Replay',
  stoppedHere: 'Where you stopped',
  nextUp: 'Next',
  allWatched: 'All watched',
  noneOpen: 'No film is open',
  plan: 'Plan the days before your exams',
  notFound: 'Dashboard not found',
  accessDenied: 'Access Denied',
  ownDashboardOnly: 'You can only view your own dashboard.',
  empty: 'No films yet',
  emptyText:
    'When you buy one it appears here as soon as the payment is confirmed. With Klarna or Revolut Pay that can take a while.',
} as const
