/** Requests to the server. A refused request throws the server's one line, with the `status` of the answer. */

export function get(path) {
  return request(path, {});
}

export function post(path, body = {}) {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function request(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("the server does not answer: is it still running?");
  }
  const content = await answer.json().catch(() => null);
  if (!answer.ok) throw Object.assign(new Error(content?.error ?? `the server answered with status ${answer.status}`), { status: answer.status });
  return content;
}
