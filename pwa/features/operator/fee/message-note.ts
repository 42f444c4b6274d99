/** The hint on who reads the reason of a fee change. */
export const INCLUDED_IN_MESSAGE = 'オーナーへのお知らせに、そのまま載ります'
