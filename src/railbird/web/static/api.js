/** Requests to the server. A refused request throws the server's one line, with the `status` of the answer. */

export function get(path) {
  return request(path, {});
}

/** The text of an answer that is not JSON. */
export async function getText(path) {
  const answer = await answerTo(path, {});
  if (!answer.ok) throw await refusal(answer);
  return answer.text();
}

export function post(path, body = {}) {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function request(path, options) {
  const answer = await answerTo(path, options);
  if (!answer.ok) throw await refusal(answer);
  return answer.json().catch(() => null);
}

async function answerTo(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new Error("the server does not answer: is it still running?");
  }
}

async function refusal(answer) {
  const content = await answer.json().catch(() => null);
  return Object.assign(new Error(content?.error ?? `the server answered with status ${answer.status}`), { status: answer.status });
}
