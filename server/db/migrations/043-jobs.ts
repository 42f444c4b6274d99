import type { Migration } from './index.ts'

/** Indexes for recurring jobs: the owner of a file, past due memberships, expired rows. */
export const jobs: Migration = () => `
create index user_icon_path on "user" (icon_path) where icon_path is not null;
create index user_icon_small_path on "user" (icon_small_path) where icon_small_path is not null;
create index room_header_image_path on room (header_image_path) where header_image_path is not null;
create index room_icon_image_path on room (icon_image_path) where icon_image_path is not null;
create index event_thumbnail_image_path on event (thumbnail_image_path) where thumbnail_image_path is not null;
create index digital_ticket_image_path on digital_ticket (image_path) where image_path is not null;
create index thread_media_path on thread_media (path);
create index thread_media_small_path on thread_media (small_path) where small_path is not null;
create index thread_media_thumbnail_path on thread_media (thumbnail_path) where thumbnail_path is not null;
create index membership_renewing on membership (current_period_end)
  where status <> 'left' and subscription_ref is not null;
create index session_revoked on session (revoked_at) where revoked_at is not null;
create index signed_link_expiry on signed_link (expires_at);
create index signed_link_used on signed_link (used_at) where used_at is not null;
create index feedback_age on feedback (created_at);
create index tear_age on tear (torn_at);
create index device_binding_age on device_binding (created_at);
create index takedown_decided on takedown (decided_at) where decided_at is not null;
create index report_decided on report (decided_at) where decided_at is not null;
`
