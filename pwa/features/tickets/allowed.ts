/** What the owner of a ticket allows: 再入場, 譲渡. */
export const allowedWords = (isAllowed: boolean) => (isAllowed ? 'できます' : 'できません')
