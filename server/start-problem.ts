/** A reason not to start that one sentence explains; no stack trace helps. */
export class StartProblem extends Error {}
