# Written from the API reference (/api) alone: makes an agent with knowledge, asks it as a visitor, logs what it answered.
import json, os, time, urllib.request, uuid
URL, TOKEN, REGION, WORKSPACE = (os.environ[n] for n in ("API_URL", "API_TOKEN", "REGION", "WORKSPACE_ID"))
position = None
def call(method, path, body=None, token=TOKEN):
    global position
    headers = {"Accept": "application/json", "Authorization": f"Bearer {token}"}
    if position: headers["log-after"] = position
    if body is not None: headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    request = urllib.request.Request(f"{URL}/api/{REGION}{path}", method=method, headers=headers, data=json.dumps(body).encode() if body is not None else None)
    try:
        with urllib.request.urlopen(request) as response:
            position = response.headers.get("log-position") or position
            return json.load(response)
    except urllib.error.HTTPError as refused:
        raise SystemExit(f"{method} {path}: {refused.code} {json.load(refused)}")
agent = call("POST", "/rpc/convertAgentTemplateToAgent", {"agentName": "Lamp shop", "agentTemplate": "blank-template"})
agent_id = agent["agentCreated"]["ID"]
source = call("POST", f"/v2/agents/{agent_id}/knowledge/text", {"name": "Hours", "content": "We are open from nine to five on weekdays.\nA lamp costs 20 euros."})
while call("GET", f"/v2/agents/{agent_id}/knowledge/{source['sourceId']}")["status"] in ("INITIALIZED", "PENDING"): time.sleep(0.2)
visit = call("POST", f"/v2/public/agents/{agent_id}/conversations", {})
for question in ("When are you open?", "What does a lamp cost?"):
    said = call("POST", f"/v2/public/agents/{agent_id}/conversations/{visit['conversationId']}/messages", {"id": str(uuid.uuid4()), "text": question}, visit["visitorToken"])
    answer = " ".join(block["text"] for message in said["messages"] if message["role"] == "agent" for block in message["blocks"] if block["type"] == "text")
    print(question, "->", answer)
    call("POST", f"/workspace/{WORKSPACE}/logs", {"type": "question", "content": question, "agentId": agent_id, "metadata": {"answer": answer}})
cursor, entries = "", []
while cursor is not None:
    page = call("GET", f"/workspace/{WORKSPACE}/logs?limit=1" + (f"&cursor={cursor}" if cursor else ""))
    entries += page["items"]; cursor = page.get("next")
print(len(entries), "entries:", [entry["content"] for entry in entries])
