import { mayModerate, mayPost, mayRead, type Standing } from '#server/features/rooms/policy.ts'

export const mayDelete = (who: Standing, isAuthor: boolean) =>
  mayModerate(who) || (isAuthor && mayRead(who))

/** Only who may post still changes what they posted. */
export const threadRights = (who: Standing, isAuthor: boolean) => ({
  edit: isAuthor && mayPost(who),
  delete: mayDelete(who, isAuthor),
  pin: mayModerate(who),
  comment: mayRead(who),
  react: mayRead(who),
})

/** Answers go one level deep. */
export const commentRights = (who: Standing, isAuthor: boolean, isReply: boolean) => ({
  delete: mayDelete(who, isAuthor),
  reply: mayRead(who) && !isReply,
})
