/** A dropped stream may reconnect within this time before it counts as ended. */
export const DROP_GRACE_MS = 120_000
/** Interval at which segment URLs change; each is valid for at most two intervals. */
export const SEGMENT_BUCKET_S = 120
/** Segments in a live playlist: half a minute. */
export const LIVE_WINDOW = 15
/** Default limit of one room's recordings in GB, and the share from which it counts as nearly full. */
export const ROOM_RECORDINGS_GB = 200
export const RECORDINGS_NEARLY_FULL = 0.9
/** How long the owner sees what was wrong with a stream, after it has passed. */
export const NOTICED_FOR_MS = 10 * 60_000
/** Thresholds for warnings about an owner's encoder. */
export const STREAM_ADVICE = { keyframeS: 4, maxKbps: 12_000, minKbps: 300 }
