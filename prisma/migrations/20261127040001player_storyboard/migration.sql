-- Small pictures of a video for its seek bar, kept beside it.
alter type "MediaKind" add value 'storyboard';
