import { mayModerate, mayPost, mayRead, type RoomRole } from '#server/features/rooms/policy.ts'

export const mayDelete = (who: RoomRole, isAuthor: boolean) =>
  mayModerate(who) || (isAuthor && mayRead(who))

/** Editing requires the right to post. */
export const threadRights = (who: RoomRole, isAuthor: boolean) => ({
  edit: isAuthor && mayPost(who),
  delete: mayDelete(who, isAuthor),
  pin: mayModerate(who),
  comment: mayRead(who),
  react: mayRead(who),
})

/** Answers are one level deep. */
export const commentRights = (who: RoomRole, isAuthor: boolean, isReply: boolean) => ({
  delete: mayDelete(who, isAuthor),
  reply: mayRead(who) && !isReply,
})
