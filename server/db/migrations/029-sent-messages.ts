import type { Migration } from './index.ts'

/**
 * Messages between people: one conversation per person and room, and idempotent sending. The person of an older
 * conversation is the one of the two who is not the owner.
 */
export const sentMessages: Migration = ({ key }) => `
alter table conversation add column member_id ${key} references "user" (id);
update conversation set member_id = (
  select min(m.user_id) from conversation_member m join room on room.id = conversation.room_id
  where m.conversation_id = conversation.id and m.user_id <> room.owner_id)
where kind = 'room' and room_id is not null and not exists (
  select 1 from conversation twin
  join conversation_member theirs on theirs.conversation_id = twin.id
  join conversation_member ours
    on ours.conversation_id = conversation.id and ours.user_id = theirs.user_id
  join room on room.id = conversation.room_id and room.owner_id <> ours.user_id
  where twin.kind = 'room' and twin.room_id = conversation.room_id and twin.id > conversation.id);
create unique index conversation_of_member on conversation (member_id, room_id);
alter table message add column client_id ${key};
create unique index message_sent on message (author_id, client_id);
create index message_pace on message (author_id, created_at);
alter table announcement add column client_id ${key};
create unique index announcement_sent on announcement (author_id, client_id);
`
