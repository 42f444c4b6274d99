/** The label of what the ticket's owner permits: 再入場, 譲渡. */
export const allowedLabel = (isAllowed: boolean) => (isAllowed ? 'できます' : 'できません')
